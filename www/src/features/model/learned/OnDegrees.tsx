import type { JSX } from "preact";
import { useApp, useSlice } from "../../context";
import { PARTS_OF } from "../../../domain/settings/settings";
import { choiceLabel } from "../../../domain/settings/settingWords";
import { withoutTraining } from "../../../store/selectors";

/** For a filter with more input than the degrees: the result of training on the shape of the graph alone. */
export function OnDegrees(): JSX.Element | null {
  const { train } = useApp().services;
  const config = useSlice(({ run }) => run?.summary.config);
  const refused = useSlice(withoutTraining);
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  if (refused !== null || !config || logged) return null;
  if (!PARTS_OF[config.model].learnsFilter || !/label|attributes/.test(config.features)) return null;
  const again = async (): Promise<void> => {
    if (await train.reset({ features: "degree" }, "ui")) await train.begin("ui");
  };
  return (
    <p class="on-degrees model-hint">
      f reads {choiceLabel("features", config.features).toLowerCase()} of a vertex.
      <button type="button" class="button" onClick={() => void again()}>
        Train on the degree alone
      </button>
    </p>
  );
}
