type Given<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that a change really names: one that is undefined was not sent and stays as it is. */
export function definedFields<T extends object>(changes: T): Given<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Given<T>;
}
