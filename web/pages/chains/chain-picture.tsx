import "./chains.css";
import { Button, Label, Title } from "@patternfly/react-core";
import { useId } from "react";

import type { ChainOfSteps } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";
import { chainLevels, type NamedStep } from "./chain-levels.ts";

/** A picture of a chain: its steps as boxes in the order in which they are reached, each with the targets of its outcomes. */
export function ChainPicture({ chain }: { readonly chain: ChainOfSteps }) {
  const say = useText();
  const id = useId();
  const { levels, unreached } = chainLevels(chain);
  const boxes = (steps: readonly NamedStep[]) =>
    steps.map((step) => (
      <li key={step.name}>
        <StepBox step={step} isFirst={step.name === chain.first} id={id} />
      </li>
    ));
  return (
    <>
      <ol className="gatehouse-chain" aria-label={say("chain.picture")}>
        {levels.map((steps, index) => (
          <li key={steps.map(({ name }) => name).join(" ")}>
            <ul aria-label={say("chain.level", { number: index + 1 })}>{boxes(steps)}</ul>
          </li>
        ))}
      </ol>
      {unreached.length === 0 ? null : (
        <>
          <p className="gatehouse-below">{say("chain.unreached")}</p>
          <ul className="gatehouse-chain" aria-label={say("chain.unreached")}>
            {boxes(unreached)}
          </ul>
        </>
      )}
    </>
  );
}

interface StepBoxProps {
  readonly step: NamedStep;
  readonly isFirst: boolean;
  /** Prefix of the IDs of the boxes of one picture. */
  readonly id: string;
}

function StepBox({ step: { name, component, configuration, outcomes }, isFirst, id }: StepBoxProps) {
  const say = useText();
  const told = Object.entries(configuration ?? {}).map(([option, value]) => `${option}: ${value}`);
  return (
    <div className="gatehouse-step" id={`${id}-${name}`} tabIndex={-1}>
      <Title headingLevel="h3" size="md">
        {name}
      </Title>
      <Label isCompact>{component}</Label>{" "}
      {isFirst ? (
        <Label isCompact color="blue">
          {say("chain.first")}
        </Label>
      ) : null}
      {told.length === 0 ? null : <p className="gatehouse-small">{told.join(", ")}</p>}
      <ul aria-label={say("chain.outcomes", { step: name })}>
        {Object.entries(outcomes ?? {}).map(([outcome, leadsTo]) => (
          <li key={outcome}>
            {say("chain.outcome", { outcome })} <LeadsTo leadsTo={leadsTo} id={id} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function LeadsTo({ leadsTo, id }: { readonly leadsTo: string; readonly id: string }) {
  const say = useText();
  if (leadsTo === "ALLOW" || leadsTo === "DENY")
    return (
      <Label isCompact status={leadsTo === "ALLOW" ? "success" : "danger"}>
        {say(`chain.${leadsTo}`)}
      </Label>
    );
  return (
    <Button variant="link" isInline onClick={() => document.getElementById(`${id}-${leadsTo}`)?.focus()}>
      {leadsTo}
    </Button>
  );
}
