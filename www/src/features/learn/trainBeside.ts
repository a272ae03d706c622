import type { App } from "../../app/context";
import type { ActionSource } from "../../store/actions";

/** Trains, from the first step on beside a model that only sums. */
export async function trainBesideSum({ store, services }: App, source: ActionSource): Promise<void> {
  if (!(await services.ready())) return;
  const { run } = store.state.peek();
  if (run && !run.rival && run.stepsDone === 0) await services.train.setRival("sum", source);
  services.train.begin(source);
}
