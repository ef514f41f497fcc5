/**
 * Returns the key of the target system of an operation that connectors or implementers perform.
 * @throws RangeError for an operation about a role or a rule, which has none
 */
export function targetKeyOf({ targetSystemKey }: { readonly targetSystemKey?: string | null | undefined }): string {
  if (typeof targetSystemKey === "string") return targetSystemKey;
  throw new RangeError("the operation has no target system");
}
