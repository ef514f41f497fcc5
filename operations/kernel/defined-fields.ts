type Given<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields that a partial change (merge patch) really sets: an undefined one was not sent and stays unchanged. */
export function definedFields<T extends object>(changes: T): Given<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Given<T>;
}
