import { Button, List, ListItem } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { DryRun as Tried, DryRunShift, PolicyEffect } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";

interface DryRunProps {
  readonly name: string;
  readonly expression: string;
  readonly isDisabled: boolean;
}

/** A dry run of a policy's text: shows which users would gain or lose which permissions, and saves nothing. */
export function DryRun({ name, expression, isDisabled }: DryRunProps) {
  const say = useText();
  const [tried, setTried] = useState<string>();
  const { mutate, isPending, error, data } = useChanging<Tried>([]);
  const isShown = tried === expression;
  return (
    <div>
      <Button
        variant="secondary"
        isDisabled={isDisabled || isPending}
        isLoading={isPending}
        onClick={() => {
          setTried(expression);
          mutate(call("POST policies/dryRun", { body: { policies: [{ name, expression }] } }));
        }}
      >
        {say("policy.try")}
      </Button>
      {isShown && error !== null ? <ErrorAlert error={error} /> : null}
      <div role="status">
        {isShown && data !== undefined && error === null ? (
          <>
            <p>{say("policy.compared", { ...data.users })}</p>
            {data.policies.map((effect) => (
              <Effect key={effect.name} effect={effect} />
            ))}
          </>
        ) : null}
      </div>
    </div>
  );
}

function Effect({ effect: { kind, table, gained, lost } }: { readonly effect: PolicyEffect }) {
  const say = useText();
  if (gained.users + lost.users === 0) return <p>{say("policy.noEffect")}</p>;
  return (
    <>
      {kind === "sample" ? <p>{say("policy.sampled")}</p> : null}
      <Shift shift={gained} table={table} verb="gained" />
      <Shift shift={lost} table={table} verb="lost" />
    </>
  );
}

interface ShiftProps {
  readonly shift: DryRunShift;
  readonly table: string | null;
  readonly verb: "gained" | "lost";
}

function Shift({ shift: { users, rows, examples }, table, verb }: ShiftProps) {
  const say = useText();
  if (users === 0) return null;
  return (
    <>
      <p>
        {table === null ? say(`policy.${verb}Right`, { users }) : say(`policy.${verb}Rows`, { users, rows, table })}
      </p>
      <List>
        {examples.map(({ user, rows: count, keys }) => (
          <ListItem key={user}>
            {count === null ? user : say("policy.example", { user, rows: count, keys: keys.join(", ") })}
          </ListItem>
        ))}
        {users > examples.length ? (
          <ListItem>{say("policy.others", { count: users - examples.length })}</ListItem>
        ) : null}
      </List>
    </>
  );
}
