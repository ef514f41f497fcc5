/** Reasons why a list of breached passwords cannot be used: there is none, or its bytes are not those that were written. */
export type ListFault = "missing" | "damaged";

/** Error for a list of breached passwords that cannot be used. */
export class BreachedListError extends Error {
  override readonly name = "BreachedListError";
  readonly fault: ListFault;

  constructor(fault: ListFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Error for lists of digests of which no file can be made; its message names the place and the remedy. */
export class DigestListError extends Error {
  override readonly name = "DigestListError";
}
