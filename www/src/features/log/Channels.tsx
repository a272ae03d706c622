import type { JSX } from "preact";
import { useSlice } from "../context";
import { standing } from "../model/answers";
import { useTold } from "../model/useTold";
import { ChannelChoice } from "./LoggedRun";
import { tauText } from "./taus";

/** The channels of a run log, and Kendall's τ-b of each pair. */
export function Channels(): JSX.Element {
  const channels = useSlice(({ run }) => run?.summary.logged?.channels) ?? [];
  const run = useSlice((state) => state.run?.id);
  const { told, waiting, error } = useTold("channelAgreement", []);
  // Ignores a response for the previous channel.
  const taus = told && told.run === run ? told.answer : null;
  return (
    <section class="model-panel hats" aria-label="Channels">
      <h2 class="model-title">Channels</h2>
      <p class="model-hint">
        A run log has no weights, and therefore no coordinate functions. The table compares the order of the
        vertices by its filters: Kendall’s τ-b over all pairs of vertices of the same graph. 1 is the same
        order, −1 the opposite one.
      </p>
      <ChannelChoice />
      {taus === null || error !== null ? (
        <p class="model-hint">{standing(waiting, error)}</p>
      ) : (
        <table class="logged-channels">
          <thead>
            <tr>
              <td />
              {channels.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {channels.map((name, row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {channels.map((other, column) => (
                  <td key={other} class="number">
                    {tauText(taus[row * channels.length + column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
