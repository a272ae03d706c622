import type { JSX } from "preact";
import { hasFilter, withoutFilter } from "../../../domain/settings/models";
import { ColourBar } from "../../../plots/graph/ColourBar";
import { UNIT, VIRIDIS } from "../../../plots/shared/colour";
import { formatValue } from "../../../domain/text/values";
import { rangeOfLog } from "../../../store/selectors";
import { useSlice } from "../../context";

/** The colours of f in the thumbnails, or the reason why there are none. */
export function FilterKey(): JSX.Element {
  const config = useSlice((state) => state.run?.summary.config);
  const domain = useSlice(({ run }) => (run && rangeOfLog(run)) ?? UNIT);
  const [low, high] = domain.map(formatValue);
  return config !== undefined && !hasFilter(config) ? (
    <p class="model-hint">{withoutFilter(config.model)}</p>
  ) : (
    <ColourBar
      name="f"
      ends={[low!, high!]}
      domain={domain}
      colours={VIRIDIS}
      threshold={null}
      direction="sub"
    />
  );
}
