import { Button, Card, CardBody, CardFooter, CardTitle } from "@patternfly/react-core";

import type { AuthorizationPhase } from "../../api/model.ts";
import type { FieldValue } from "../../forms/field-value.ts";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";
import { AuthorizerList } from "./authorizer-list.tsx";
import { hasOwnRule, type PhaseFieldsProps } from "./phases.ts";

const reasons = ["never", "approval", "denial", "both"] as const;

/** Fields of a phase: its authorizers, the number of approvals, and whether a reason is required. */
export function PhaseFields({ phase, index, names, faults, isReadOnly, change, remove, raise }: PhaseFieldsProps) {
  const say = useText();
  const number = index + 1;
  const isRuled = hasOwnRule(phase);
  const field = (name: keyof AuthorizationPhase) => ({
    id: `phase-${number}-${name}`,
    isDisabled: isReadOnly,
    fault: faults.get(`authorizationPhases.${index}.${name}`),
    change: (value: FieldValue) =>
      change({
        ...phase,
        [name]: value,
      }),
  });
  const counted = (name: "minApprovals" | "maxDenials", min: number) => (
    <FormField {...field(name)} label={say(`phases.${name}`)} input={{ is: "number", min }} value={phase[name]} />
  );
  return (
    <Card component="section">
      <CardTitle component="h3">{say("request.phase", { number })}</CardTitle>
      <CardBody className="gatehouse-fields">
        <FormField
          id={`phase-${number}-by`}
          label={say("phases.by")}
          isDisabled={isReadOnly}
          input={{
            is: "choice",
            choices: (["people", "rule"] as const).map((value) => ({ value, label: say(`phases.by.${value}`) })),
          }}
          value={isRuled ? "rule" : "people"}
          change={(by) => change({ ...phase, rule: by === "rule" ? (phase.rule ?? "") : null, authorizers: [] })}
        />
        {isRuled ? (
          <FormField
            {...field("rule")}
            label={say("phases.rule")}
            help={say("phases.ruleHelp")}
            input={{ is: "area" }}
            value={phase.rule}
          />
        ) : (
          <>
            <AuthorizerList
              phase={phase}
              number={number}
              names={names}
              isReadOnly={isReadOnly}
              faults={faults}
              index={index}
              change={change}
            />
            {counted("minApprovals", 0)}
            {counted("maxDenials", 1)}
          </>
        )}
        <FormField
          {...field("reasonRequired")}
          label={say("phases.reasonRequired")}
          input={{
            is: "choice",
            choices: reasons.map((value) => ({ value, label: say(`phases.reason.${value}`) })),
          }}
          value={phase.reasonRequired}
        />
        <FormField {...field("mayEdit")} label={say("phases.mayEdit")} input={{ is: "flag" }} value={phase.mayEdit} />
      </CardBody>
      {isReadOnly ? null : (
        <CardFooter>
          <PhaseActions number={number} remove={remove} {...(raise !== undefined && { raise })} />
        </CardFooter>
      )}
    </Card>
  );
}

interface PhaseActionsProps extends Pick<PhaseFieldsProps, "remove" | "raise"> {
  readonly number: number;
}

function PhaseActions({ number, remove, raise }: PhaseActionsProps) {
  const say = useText();
  return (
    <>
      {raise === undefined ? null : (
        <Button variant="link" onClick={raise} aria-label={say("phases.raiseOf", { number })}>
          {say("phases.raise")}
        </Button>
      )}
      <Button variant="link" isDanger onClick={remove} aria-label={say("phases.removeOf", { number })}>
        {say("action.remove")}
      </Button>
    </>
  );
}
