/** Next step of a workflow that sends one order to one proxy, once. */
export type SendStep =
  | { readonly do: "perform"; readonly proxy: string; readonly operationKeys: readonly string[] }
  | { readonly do: "finished" };
