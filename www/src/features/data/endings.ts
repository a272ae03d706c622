// The endings of the files of this program.

export const WEIGHTS = ".safetensors";
export const SESSION = ".sublevel";
