type Given<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields of a partial change (merge patch) that it really names: one that is undefined was not sent and stays as it is. */
export function definedFields<T extends object>(changes: T): Given<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Given<T>;
}
