import { Button, List, ListItem, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type ChainPurpose, chainPurposes } from "#domain/chains/auth-chain.ts";
import { type ChainFactName, chainFacts } from "#domain/chains/chain-facts.ts";

import { chainQuery } from "../../api/auth-chains.ts";
import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { AuthChainTrial } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { openChain, type OpenStep, openStep } from "./open-step.ts";

const purposes = Object.keys(chainPurposes) as readonly ChainPurpose[];
const factNames = Object.keys(chainFacts) as readonly ChainFactName[];

type Outcomes = Readonly<Record<string, string>>;

/** A dialog that tests a sign-in without performing it: the chain that applies, and the steps that the given outcomes lead to. */
export function ChainTrialDialog({ close }: { close(): void }) {
  const say = useText();
  const [purpose, setPurpose] = useState<ChainPurpose>("signIn");
  const [userName, setUserName] = useState("");
  const [known, setKnown] = useState<Partial<Record<ChainFactName, string>>>({});
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const { mutate, isPending, error, data, reset } = useChanging<AuthChainTrial>([]);
  const faults = faultsIn(error);
  const facts = Object.fromEntries(factNames.flatMap((name) => (known[name] ? [[name, known[name]]] : [])));
  const walk = (next: Outcomes) => {
    setOutcomes(next);
    const body = { purpose, facts, outcomes: next, ...(userName.trim() !== "" && { userName: userName.trim() }) };
    mutate(call("POST authChains/try", { body }));
  };
  // The result belongs to other input.
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setOutcomes({});
      reset();
    };
  return (
    <FormDialog
      title={say("chains.try")}
      explained={say("chainTrial.explained")}
      action={say(data === undefined ? "chainTrial.action" : "chainTrial.again")}
      isWide
      isPending={isPending}
      error={error}
      close={close}
      send={() => walk({})}
    >
      <FormField
        id="trial-purpose"
        label={say("chain.purpose")}
        input={{ is: "choice", choices: purposes.map((value) => ({ value, label: say(`chain.purpose.${value}`) })) }}
        value={purpose}
        change={(value) => changed(setPurpose)(value as ChainPurpose)}
      />
      <TextField
        id="trial-user"
        label={say("chainTrial.userName")}
        help={say("chainTrial.userNameHelp")}
        value={userName}
        fault={faults.get("userName")}
        change={changed(setUserName)}
      />
      <details>
        <summary>{say("chainTrial.more")}</summary>
        {factNames.map((name) => (
          <TextField
            key={name}
            id={`trial-${name}`}
            label={say(`chainTrial.fact.${name}`)}
            help={say(`chainTrial.from.${chainFacts[name].from}`)}
            value={known[name] ?? ""}
            fault={faults.get(`facts.${name}`)}
            change={(text) => changed(setKnown)({ ...known, [name]: text })}
          />
        ))}
      </details>
      <div role="status">
        {data === undefined ? null : (
          <Walked trial={data} choose={(step, outcome) => walk({ ...outcomes, [step]: outcome })} />
        )}
      </div>
    </FormDialog>
  );
}

interface WalkedProps {
  readonly trial: AuthChainTrial;
  choose(step: string, outcome: string): void;
}

function Walked({ trial, choose }: WalkedProps) {
  const say = useText();
  const { taken, notTaken, steps, end, remark } = trial;
  const { open, isLoading } = useOpenStep(trial);
  const place = (name: string) => (name === "ALLOW" || name === "DENY" ? say(`chain.${name}`) : name);
  return (
    <>
      <p>{taken === null ? say("chainTrial.noneTaken") : say("chainTrial.taken", { name: taken })}</p>
      {steps.length === 0 ? null : (
        <List component="ol" aria-label={say("chainTrial.steps")}>
          {steps.map(({ chain, step, outcome, leadsTo }, index) => (
            <ListItem key={`${index}:${step}`}>
              {outcome === null
                ? say("chainTrial.handsOn", { chain, step, to: leadsTo })
                : say("chainTrial.step", { chain, step, outcome, to: place(leadsTo) })}
            </ListItem>
          ))}
        </List>
      )}
      {end === null ? null : <Notice kind={end === "ALLOW" ? "success" : "warning"} title={say(`chainTrial.${end}`)} />}
      {open === undefined ? (
        <p lang="en">{isLoading ? null : remark}</p>
      ) : (
        <p className="gatehouse-below">
          {say("chainTrial.outcomeOf", { step: open.step })}:{" "}
          {open.outcomes.map((outcome) => (
            <Button
              key={outcome}
              className="gatehouse-action"
              variant="secondary"
              size="sm"
              onClick={() => choose(open.step, outcome)}
            >
              {outcome}
            </Button>
          ))}
        </p>
      )}
      {notTaken.length === 0 ? null : (
        <>
          <Title headingLevel="h2" size="md" className="gatehouse-below">
            {say("chainTrial.notTaken")}
          </Title>
          <List>
            {notTaken.map(({ name, reason }) => (
              <ListItem key={name}>
                {name}: <span lang="en">{reason}</span>
              </ListItem>
            ))}
          </List>
        </>
      )}
    </>
  );
}

/** Returns the step at which a trial has stopped; undefined if there is none, or its chain is not loaded. */
function useOpenStep(trial: AuthChainTrial): { readonly open: OpenStep | undefined; readonly isLoading: boolean } {
  const name = openChain(trial);
  const { data, isLoading } = useQuery({ ...chainQuery(name ?? ""), enabled: name !== undefined });
  const inForce = data?.inForce ?? null;
  return { open: inForce === null ? undefined : openStep(trial, inForce), isLoading };
}
