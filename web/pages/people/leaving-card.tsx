import { useQuery } from "@tanstack/react-query";

import { leavingOfUserQuery } from "../../api/users.ts";
import { PartCard } from "../../components/part-card.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

const looks = { open: "info", done: "success", stopped: "warning" } as const;

/** Steps of what happens when a user leaves; nothing is shown of a user who never left. */
export function LeavingCard({ userKey }: { readonly userKey: string }) {
  const say = useText();
  const rows = useQuery(leavingOfUserQuery(userKey));
  if (rows.error === null && (rows.data?.value.length ?? 0) === 0) return null;
  return (
    <PartCard title={say("leaving.title")} rows={rows} empty={say("leaving.none")}>
      {(steps) => (
        <ul className="gatehouse-plain-list">
          {steps.map(({ key, step, state, items, begunAt, doneAt }) => (
            <li key={key}>
              {say(`leaving.step.${step}`)} <StateLabel look={looks[state]}>{say(`leaving.state.${state}`)}</StateLabel>{" "}
              {items === 0 ? null : say("leaving.items", { items })} <Moment at={doneAt ?? begunAt} />
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}
