import type { JSX } from "preact";
import { useAct, useSlice } from "../../context";
import { plural } from "../../../domain/text/format";
import { metricOf, metricText } from "../../../domain/training/metric";
import { nameOfOthers } from "../learned/association";
import { nameOfQuantity } from "../learned/quantities";
import { evolutionWords, MAX_EPOCHS, sampledEpochs, shareCell, tauCell } from "./evolution";
import { EvolutionPlot } from "./EvolutionPlot";
import type { Series } from "./EvolutionPlot";
import { useEvolution } from "./useEvolution";
import type { Evolution as Computed } from "./useEvolution";

/** The filter and the predictions of the run over its epochs, for all graphs. Computed on request. */
export function Evolution(): JSX.Element | null {
  const snapshots = useSlice(({ run }) => run?.snapshots);
  const { evolution, start, cancel } = useEvolution();
  if (!snapshots || snapshots.length < 3) return null;
  const epochs = sampledEpochs(snapshots, MAX_EPOCHS);
  const running = evolution?.running ?? false;
  return (
    <section class="evolution" aria-label="Evolution over the epochs" data-picture>
      <h3 class="fail-heading">Evolution over the epochs, all graphs</h3>
      <p class="evolution-actions" data-unpictured>
        <button type="button" class="button" onClick={() => (running ? cancel() : start(epochs))}>
          {running ? "Cancel" : `Evaluate ${plural(epochs.length, "epoch", "epochs")}`}
        </button>
        <span role="status">
          {running && `${evolution!.points.length} of ${evolution!.epochs.length} epochs`}
        </span>
      </p>
      {evolution?.error && (
        <p class="model-hint" role="alert">
          {evolution.error}
        </p>
      )}
      {evolution && evolution.points.length > 0 && <Curves {...evolution} />}
    </section>
  );
}

function Curves({ points, epochs, quantity, running }: Computed): JSX.Element {
  const act = useAct();
  const inView = useSlice(({ view }) => view.epoch);
  const rows = useSlice(({ data }) => data?.rows);
  const measure = useSlice(({ run }) => metricOf(run?.summary));
  const last = epochs.at(-1)!;
  const most = Math.max(...points.map(({ graphs }) => graphs));
  const series: readonly Series[] = [
    { kind: "tau", name: `mean τ to epoch ${last}` },
    { kind: "metric", name: `test ${measure.name}` },
    ...(quantity
      ? [
          {
            kind: "explained",
            name: `η² of the ${nameOfQuantity(quantity)}, ${nameOfOthers(rows ?? [])}`,
          } as const,
        ]
      : []),
  ];
  // An error has another axis, so only the table has it.
  const drawn = series.filter(({ kind }) => kind !== "metric" || measure.most === 1);
  const text = running ? "" : evolutionWords(points);
  return (
    <>
      <EvolutionPlot
        points={points}
        epochs={epochs}
        series={drawn}
        label={`${drawn.map(({ name }) => name).join(", ")} over the epochs. ${text}`}
        chosen={inView !== null && points.some(({ epoch }) => epoch === inView) ? inView : null}
      />
      <p class="level-key evolution-key">
        {drawn.map(({ kind, name }) => (
          <span key={kind} class={`key-${kind}`}>
            {name}
          </span>
        ))}
      </p>
      <p>{text}</p>
      <div class="table-scroll evolution-table" data-unpictured>
        <table>
          <thead>
            <tr>
              <th scope="col">Epoch</th>
              {series.map(({ kind, name }) => (
                <th key={kind} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.epoch}>
                <th scope="row">
                  <button
                    type="button"
                    class="evolution-epoch"
                    aria-pressed={inView === point.epoch}
                    title={`Show the weights of epoch ${point.epoch}`}
                    onClick={() => act({ type: "view", change: { epoch: point.epoch } })}
                  >
                    {point.epoch}
                  </button>
                </th>
                <td>{tauCell(point, most)}</td>
                <td>{metricText(measure, point.metric)}</td>
                {quantity && <td>{shareCell(point.explained)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
