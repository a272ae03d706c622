// Texts in characters of LaTeX.

/** Greek letters in the order of Unicode, from α. */
const GREEK =
  "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon varphi chi psi omega";
/** Greek capitals that are no Latin letters, and their names. */
const CAPITALS = "Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega";
/** Signs of formulas that fonts of texts lack, and their names. */
const SIGNS =
  "∞ infty ≤ le ≥ ge ≠ neq ≈ approx → to ← leftarrow ↑ uparrow ↓ downarrow ↔ leftrightarrow ↦ mapsto × times · cdot ± pm √ surd " +
  "∂ partial ∅ emptyset ⊂ subset ∈ in ‖ Vert ′ prime µ mu";

const pairs = (list: string): readonly (readonly [string, string])[] => {
  const words = list.split(" ");
  return words.flatMap((sign, i) => (i % 2 === 0 ? [[sign, `\\${words[i + 1]}`] as const] : []));
};

/** Commands of formulas by their character. */
const FORMULAS: ReadonlyMap<string, string> = new Map([
  ...GREEK.split(" ").map(
    (name, i) => [String.fromCodePoint(0x3b1 + i), name === "o" ? name : `\\${name}`] as const,
  ),
  ...pairs(CAPITALS),
  ...pairs(SIGNS),
  ["−", "-"],
  ...[..."₀₁₂₃₄₅₆₇₈₉"].map((sign, digit) => [sign, `_{${digit}}`] as const),
  ...[..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((sign, digit) => [sign, `^{${digit}}`] as const),
  ["ᵢ", "_{i}"],
  ["ⁿ", "^{n}"],
  ["⁻", "^{-}"],
]);

/** Characters that are commands of TeX, and spaces. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["\\", "\\textbackslash{}"],
  ["~", "\\textasciitilde{}"],
  ["^", "\\textasciicircum{}"],
  ["\u00A0", "~"],
  ["\u202F", "\\,"],
  ["\u2009", "\\,"],
]);

/** A text without commands of TeX. Characters that fonts of texts lack are formulas. */
export function escaped(words: string): string {
  return words.replaceAll(/[\\~^#$%&_{}]|[^\u0020-\u007E]/gu, (sign) => {
    const formula = FORMULAS.get(sign);
    if (formula !== undefined) return `\\ensuremath{${formula}}`;
    return COMMANDS.get(sign) ?? (/[#$%&_{}]/.test(sign) ? `\\${sign}` : sign);
  });
}
