/** Makes the rules of rooms within one room from the names, with blanks between them, of what each may import beside it. */
export function besideIn(around: string): (names: string) => { readonly beside: readonly string[] } {
  return (names) => ({ beside: names.split(" ").flatMap((name) => (name === "" ? [] : [`${around}/${name}`])) });
}
