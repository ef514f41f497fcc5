/** Returns a function that makes the rule of an inner room from names, with blanks between them: the rooms that it may import beside it. */
export function besideIn(around: string): (names: string) => { readonly beside: readonly string[] } {
  return (names) => ({ beside: names.split(" ").flatMap((name) => (name === "" ? [] : [`${around}/${name}`])) });
}
