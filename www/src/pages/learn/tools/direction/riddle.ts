// The letters of a question “Which letter is it?”.

/** The number of letters to choose from. */
export const CHOICES = 5;
/** Transforms with a smaller mean difference look equal. */
export const NEAREST = 0.15;

/** A question: indices of letters. */
export interface Riddle {
  readonly choices: readonly number[];
  readonly answer: number;
}

/**
 * A random letter and others in random order. Any two of them have a distance of at least `NEAREST`, so there can be fewer
 * than `CHOICES`. `last`: the previous answer, excluded here.
 */
export function newRiddle(
  letters: number,
  distance: (a: number, b: number) => number,
  random: () => number,
  last: number | null,
): Riddle {
  const choices: number[] = [];
  for (const letter of shuffled([...Array(letters).keys()], random)) {
    if (choices.length === 0 && letter === last) continue;
    if (choices.length < CHOICES && choices.every((other) => distance(other, letter) >= NEAREST))
      choices.push(letter);
  }
  return { answer: choices[0]!, choices: choices.toSorted((a, b) => a - b) };
}

function shuffled(items: readonly number[], random: () => number): readonly number[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}
