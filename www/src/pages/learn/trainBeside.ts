import { hasFilter } from "../../domain/settings/models";
import { DEFAULTS } from "../../domain/settings/settings";
import type { App } from "../../ui/context";
import type { ActionSource } from "../../store/actions";

/** Trains a run from its first step next to a model that only sums. */
export async function trainBesideSum({ store, services }: App, source: ActionSource): Promise<void> {
  if (!(await services.ready())) return;
  // The stage shows a filter, so a run without one that has not started is replaced.
  const config = store.state.peek().run?.summary.config;
  if (config && !hasFilter(config) && store.state.peek().run?.stepsDone === 0)
    await services.train.reset({ model: DEFAULTS.model }, source);
  const { run } = store.state.peek();
  if (run && !run.rival && run.stepsDone === 0) await services.train.setRival("sum", source);
  await services.train.begin(source);
}
