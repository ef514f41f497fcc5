/** The key of what plug-ins of a kind do. */
export const plugInKey = (kind: string) => `plugIn.does.${kind}`;
