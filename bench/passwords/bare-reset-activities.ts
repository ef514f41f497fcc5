/** Connector call of the rival: the same connector as ours, called directly. */
export interface BareResetActivities {
  resetPassword(name: string, password: string): Promise<void>;
}
