/** The function with stored results: the same result for the same object, until the object is garbage. */
export function stored<Of extends object, Result extends object>(
  make: (of: Of) => Result,
): (of: Of) => Result {
  const known = new WeakMap<Of, Result>();
  return (of) => {
    let made = known.get(of);
    if (!made) known.set(of, (made = make(of)));
    return made;
  };
}
