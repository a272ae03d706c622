import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useSlice } from "../../../ui/context";
import type { Hat } from "../../../domain/persistence/vectors";
import { short, ticksOf } from "../../../plots/shared/axis";
import type { Domain } from "../../../plots/shared/colour";
import { useSize } from "../../../plots/shared/canvas";
import { boxOf } from "./vectorPlots";

interface HatColumnsProps {
  readonly hats: readonly Hat[];
  readonly now: ArrayLike<number>;
  readonly before: ArrayLike<number>;
  readonly range: Domain;
  readonly label: string;
  /** The hat under the pointer; null: none. */
  readonly onEntry: (entry: number | null) => void;
}

/** The centre of each hat as a bar over f, and its value as a column. */
export function HatColumns({ hats, now, before, range, label, onEntry }: HatColumnsProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const size = useSlice(({ view }) => (view.present ? 20 : 12));
  const box = boxOf(width, height, size);
  const slot = (box.right - box.left) / hats.length;
  const wide = Math.min(0.6 * slot, 1.5 * size);
  const x = (hat: number): number => box.left + (hat + 0.5) * slot;
  const middle = box.top + 0.38 * (box.bottom - box.top);
  const centre = (value: number): number =>
    middle - ((value - range[0]) / (range[1] - range[0])) * (middle - box.top);
  const values = [...Array.from(now), ...Array.from(before)];
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const top = middle + 1.4 * size;
  const y = (value: number): number => box.bottom - ((value - low) / (high - low || 1)) * (box.bottom - top);
  const column = (value: number, name: string): JSX.Element => (
    <rect
      class={name}
      x={-wide / 2}
      width={wide}
      y={y(Math.max(value, 0))}
      height={y(Math.min(value, 0)) - y(Math.max(value, 0))}
    />
  );
  return (
    <div class="view vector-plot" ref={host} role="img" aria-label={label}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" onPointerLeave={() => onEntry(null)}>
          {range.map((end) => (
            <text key={end} class="tick-left" x={box.left - 5} y={centre(end)} dy="0.35em">
              {short(Number(end.toFixed(2)))}
            </text>
          ))}
          {ticksOf([low, high], 3).map((tick) => (
            <g key={tick}>
              <line class="grid" x1={box.left} x2={box.right} y1={y(tick)} y2={y(tick)} />
              <text class="tick-left" x={box.left - 5} y={y(tick)} dy="0.35em">
                {short(tick)}
              </text>
            </g>
          ))}
          {hats.map(({ birth, death }, i) => (
            <g key={i} transform={`translate(${x(i)} 0)`} onPointerEnter={() => onEntry(i)}>
              <rect class="vector-room" x={-slot / 2} width={slot} y={0} height={height} />
              <line class="vector-centre" y1={centre(birth)} y2={centre(death)} />
              <circle class="vector-centre" cy={centre(birth)} r={size / 5} />
              {column(now[i]!, now[i]! < 0 ? "vector-column negative" : "vector-column")}
              {now[i] !== before[i] && column(before[i]!, "vector-column ghost")}
              {(i === 0 || i === hats.length - 1) && (
                <text class="tick" y={height - 0.35 * size}>
                  {i + 1}
                </text>
              )}
            </g>
          ))}
          <line class="vector-zero" x1={box.left} x2={box.right} y1={y(0)} y2={y(0)} />
        </svg>
      )}
    </div>
  );
}
