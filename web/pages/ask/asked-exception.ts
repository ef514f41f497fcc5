/** Exception from a rule of separation of duties that is asked for with a request. */
export interface AskedException {
  readonly sodRuleKey: string;
  /** Recipient whose request the rule has refused. */
  readonly recipientKey: string;
  readonly control: string;
  /** Entered hours until its end. */
  readonly hours: string;
}
