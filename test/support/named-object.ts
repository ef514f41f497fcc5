/** Returns the columns of an account or a group of the target system T1 that has one text for all of its names and as its ID. */
export function namedObject(name: string) {
  return { targetSystemKey: "T1", stableId: name, longId: name, shortId: name, displayId: name };
}
