import { useQuery } from "@tanstack/react-query";

import { queuedOfAccountQuery } from "../../api/password-queue.ts";
import { Notice } from "../../components/notice.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";

/** A notice that a change of the password of an account waits for its target system, with the words of the last failure. */
export function QueuedNotice({ accountKey }: { readonly accountKey: string }) {
  const say = useText();
  const may = useMay();
  const { data } = useQuery({ ...queuedOfAccountQuery(accountKey), enabled: may("passwordqueue_get_list") });
  const [queued] = data?.value ?? [];
  if (queued === undefined) return null;
  return (
    <Notice kind="info" title={say("accounts.queued")}>
      <Moment at={queued.queuedAt} /> <span lang="en">{queued.errorMessage}</span>
    </Notice>
  );
}
