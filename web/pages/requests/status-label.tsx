import type { RequestStatus } from "#domain/requests/request-status.ts";

import { StateLabel, type StateLook } from "../../components/state-label.tsx";
import { statusWords } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";

const looks: Readonly<Record<RequestStatus, StateLook>> = {
  P: "info",
  A: "info",
  W: "warning",
  H: "warning",
  S: "info",
  X: "info",
  I: "warning",
  C: "success",
  D: "danger",
  K: "custom",
  E: "custom",
};

/** Status of a request as a label that can be distinguished without its color. */
export function StatusLabel({ status }: { readonly status: string }) {
  const say = useText();
  return <StateLabel look={looks[status as RequestStatus]}>{statusWords(status, say)}</StateLabel>;
}
