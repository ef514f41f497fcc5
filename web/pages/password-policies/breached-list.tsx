import { useQuery } from "@tanstack/react-query";

import { breachedListQuery } from "../../api/password-policies.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

/** State of the list of breached passwords on the answering machine: its size and age, or its fault with the way out. */
export function BreachedList() {
  const say = useText();
  const { data, error } = useQuery(breachedListQuery);
  if (error !== null) return <ErrorAlert error={error} />;
  if (data === undefined) return null;
  const { state, count, modifiedAt, problem } = data;
  if (state !== "ready")
    return (
      <Notice kind={state === "damaged" ? "danger" : "info"} title={say(`breachedList.${state}`)}>
        <p lang="en">{problem}</p>
      </Notice>
    );
  return (
    <p>
      {say("breachedList.ready", { count: count ?? 0 })} {modifiedAt === null ? null : <Moment at={modifiedAt} />}
    </p>
  );
}
