/** Target of a key in a grid filled row by row; null: none. Horizontal moves wrap to the adjacent row. */
export function gridTarget(key: string, at: number, columns: number, count: number): number | null {
  const target = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  }[key];
  return target === undefined || target < 0 || target >= count ? null : target;
}
