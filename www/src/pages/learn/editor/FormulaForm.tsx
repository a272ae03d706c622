import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useApp, useOwnId, useShown, useSlice } from "../../../ui/context";
import { FormulaError, FUNCTIONS, MAX_FORMULA, VARIABLES } from "../../../domain/graph/formula";
import { messageOf } from "../../../domain/text/format";
import { VALUE_CHOICES, valuesByChoice, valuesByFormula } from "./vertexValues";
import type { ValueChoice, Ground } from "./vertexValues";
import { SeedField } from "./SeedField";

interface FormulaFormProps {
  readonly onValues: (values: readonly number[]) => void;
}

/** Sets the values of all vertices by a choice or a formula. */
export function FormulaForm({ onValues }: FormulaFormProps): JSX.Element {
  const { topology } = useApp();
  const id = useOwnId();
  const { graph, positions } = useShown();
  const selection = useSlice(({ view }) => view.selection);
  const [choice, setChoice] = useState<ValueChoice>("degree");
  const [formula, setFormula] = useState("");
  const [seed, setSeed] = useState(1);
  const [problem, setProblem] = useState<{ readonly of: "choice" | "formula"; readonly text: string } | null>(
    null,
  );
  const field = useRef<HTMLInputElement>(null);

  const use = (of: "choice" | "formula", values: (ground: Ground) => number[]): void => {
    try {
      onValues(values({ topology, graph, positions, selection, seed }));
      setProblem(null);
    } catch (error) {
      setProblem({ of, text: messageOf(error) });
      if (error instanceof FormulaError) {
        field.current?.focus();
        field.current?.setSelectionRange(error.at, error.at + 1);
      }
    }
  };
  const submit =
    (of: "choice" | "formula", values: (ground: Ground) => number[]) =>
    (event: Event): void => {
      event.preventDefault();
      use(of, values);
    };
  const isRandom = choice === "random" || /\brandom\b/i.test(formula);
  const wrong = (of: "choice" | "formula"): JSX.Element => (
    <p id={`${id}-${of}`} class="editor-problem" role="alert">
      {problem?.of === of && problem.text}
    </p>
  );

  return (
    <>
      <form class="editor-line" onSubmit={submit("choice", (ground) => valuesByChoice(choice, ground))}>
        <label class="editor-field">
          <span class="editor-label">Values by</span>
          <select
            value={choice}
            aria-describedby={`${id}-choice`}
            onChange={({ currentTarget }) => setChoice(currentTarget.value as ValueChoice)}
          >
            {VALUE_CHOICES.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button" aria-label="Use the choice">
          Use
        </button>
      </form>
      {wrong("choice")}
      <form class="editor-line" onSubmit={submit("formula", (ground) => valuesByFormula(formula, ground))}>
        <label class="editor-field">
          <span class="editor-label">Formula</span>
          <input
            ref={field}
            type="text"
            autoComplete="off"
            spellcheck={false}
            placeholder="1 + degree / n"
            maxLength={MAX_FORMULA}
            value={formula}
            aria-invalid={problem?.of === "formula"}
            aria-describedby={`${id}-formula`}
            onInput={({ currentTarget }) => setFormula(currentTarget.value)}
          />
        </label>
        <button type="submit" class="button" aria-label="Use the formula">
          Use
        </button>
      </form>
      {wrong("formula")}
      {isRandom && (
        <SeedField class="editor-short" label="Seed of the random values" seed={seed} onSeed={setSeed} />
      )}
      <details class="editor-help">
        <summary>Variables and functions</summary>
        <p>
          Variables of each vertex: {VARIABLES.join(", ")}. i is its index from 1, n the number of vertices, x
          and y its position from 0 to 1, distance the distance from the chosen vertex. Operators and
          functions: + − * / ^, parentheses, pi, {FUNCTIONS.join(", ")}.
        </p>
      </details>
    </>
  );
}
