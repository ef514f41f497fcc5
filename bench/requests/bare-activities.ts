/** Hub steps of the rival; they keep no record. */
export interface BareSteps {
  step(name: string): Promise<string>;
}

/** Connector call of the rival: the same connector as ours, called directly. */
export interface BareActivities {
  createAccount(name: string): Promise<void>;
}
