/** Kendall's τ-b with two decimals; "–" for a constant channel, which orders nothing, and for a pair without common cells. */
export function tauText(tau: number | undefined): string {
  if (tau === undefined || Number.isNaN(tau)) return "–";
  return tau.toFixed(2).replace("-", "−");
}
