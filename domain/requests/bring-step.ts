/** Next step of a workflow that delivers one order to one proxy, once. */
export type BringStep =
  | { readonly do: "perform"; readonly proxy: string; readonly operationKeys: readonly string[] }
  | { readonly do: "finished" };
