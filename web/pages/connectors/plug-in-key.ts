/** Returns the key of the description of a kind of plug-ins. */
export const plugInKey = (kind: string) => `plugIn.does.${kind}`;
