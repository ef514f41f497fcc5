import { Button, Card, CardBody, CardFooter, CardTitle, FormGroup, Radio } from "@patternfly/react-core";
import { useState } from "react";

import { useChanging } from "../../api/changing.ts";
import { groupPath, groupsPath } from "../../api/groups.ts";
import type { Group } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";

const inheritances = ["inheritedOnly", "add", "none"] as const;

/** Who authorizes requests about a group: its own phases, and how they stand to those of its target system. */
export function GroupPhases({ group }: { readonly group: Group }) {
  const say = useText();
  const may = useMay();
  const [isChanging, setChanging] = useState(false);
  const { authorizationPhases, phaseInheritance } = group;
  return (
    <>
      <Card component="section">
        <CardTitle component="h2">{say("group.phases")}</CardTitle>
        <CardBody>
          <p>{say(`group.phases.${phaseInheritance}`)}</p>
          {authorizationPhases.length === 0 ? <p>{say("group.noPhases")}</p> : null}
          <ol className="gatehouse-plain-list">
            {authorizationPhases.map(({ sequence, rule, minApprovals, authorizers }) => (
              <li key={sequence}>
                {say("request.phase", { number: sequence })}: {rule === null ? null : <code>{rule}</code>}{" "}
                {say("group.phaseAsks", { count: authorizers.length, approvals: minApprovals })}
              </li>
            ))}
          </ol>
        </CardBody>
        {may("groups_post_setauthorizationphases") ? (
          <CardFooter>
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {say("group.changePhases")}
            </Button>
          </CardFooter>
        ) : null}
      </Card>
      {isChanging ? <InheritanceDialog group={group} close={() => setChanging(false)} /> : null}
    </>
  );
}

function InheritanceDialog({ group, close }: { readonly group: Group; close(): void }) {
  const say = useText();
  const [phaseInheritance, setInheritance] = useState(group.phaseInheritance);
  const { mutate, isPending, error } = useChanging([groupsPath]);
  return (
    <FormDialog
      title={say("group.changePhases")}
      explained={say("group.changePhasesExplained")}
      action={say("action.save")}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(
          { method: "POST", path: `${groupPath(group.key)}/setAuthorizationPhases`, body: { phaseInheritance } },
          { onSuccess: close },
        )
      }
      close={close}
    >
      <FormGroup isStack role="radiogroup" label={say("group.phases")}>
        {inheritances.map((one) => (
          <Radio
            key={one}
            id={`inheritance-${one}`}
            name="inheritance"
            label={say(`group.phases.${one}`)}
            isChecked={phaseInheritance === one}
            onChange={() => setInheritance(one)}
          />
        ))}
      </FormGroup>
    </FormDialog>
  );
}
