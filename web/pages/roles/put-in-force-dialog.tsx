import { Button, Checkbox } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Role, RoleDraft, RoleInForce } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { rolesPath } from "../../api/roles.ts";
import { CallError } from "../../base/call-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";

interface PutInForceDialogProps {
  readonly role: Role;
  readonly draft: RoleDraft;
  close(): void;
}

/**
 * A dialog that puts the draft of a role in force, as it was read. Where others than superusers can write what its condition reads, it says
 * who, and asks for that to be accepted; afterwards it says what the condition reads.
 */
export function PutInForceDialog({ role, draft, close }: PutInForceDialogProps) {
  const say = useText();
  const [isForced, setForced] = useState(false);
  // The page keeps reading the role; what was read when the dialog was opened is put in force.
  const [etag] = useState(() => etagOf(role));
  const { mutate, isPending, error, data } = useChanging<RoleInForce>([rolesPath, pathOf("catalogueItems")]);
  const writable = error instanceof CallError && error.code === "ROLE_CONDITION_WRITABLE";
  const [wasWritable, setWritable] = useState(false);
  if (writable && !wasWritable) setWritable(true);
  if (data !== undefined) return <InForce role={role} answer={data} close={close} />;
  const { condition, number } = draft;
  return (
    <FormDialog
      title={say("role.putInForce")}
      of={role.id}
      explained={say(condition === null ? "role.putInForceExplained" : "role.putInForceByCondition")}
      action={say("role.putInForce")}
      isReady={!writable || isForced}
      isPending={isPending}
      error={error}
      isWide
      send={() =>
        mutate(
          call("POST roles()/putInForce", {
            key: role.key,
            body: { number, ...(isForced && { force: true }) },
            etag,
          }),
          {
            onSuccess: ({ reads }) => {
              if (reads.length === 0) close();
            },
          },
        )
      }
      close={close}
    >
      {condition === null ? null : (
        <p>
          {say("role.conditionIs")} <code>{condition}</code>
        </p>
      )}
      {error instanceof CallError && error.details.length > 0 ? (
        <Notice kind="warning" title={say(writable ? "role.writable" : "role.invalid")}>
          <ul lang="en">
            {error.details.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {wasWritable ? (
        <Checkbox
          id="put-in-force-anyway"
          label={say("role.force")}
          isChecked={isForced}
          onChange={(_event, isChecked) => setForced(isChecked)}
        />
      ) : null}
    </FormDialog>
  );
}

interface InForceProps {
  readonly role: Role;
  readonly answer: RoleInForce;
  close(): void;
}

/** Facts that the condition of a role that is now in force reads, and people who can write them. */
function InForce({ role, answer: { number, reads }, close }: InForceProps) {
  const say = useText();
  if (reads.length === 0) return null;
  return (
    <Dialog
      title={say("role.isInForce", { name: role.id, number })}
      titleId="role-in-force"
      close={close}
      footer={
        <Button variant="primary" onClick={close}>
          {say("action.close")}
        </Button>
      }
    >
      <p>{say("role.reads")}</p>
      <ul>
        {reads.map(({ fact, writers }) => (
          <li key={fact}>
            <span lang="en">{fact}</span>
            {writers.length === 0 ? (
              <>: {say("role.writtenByNobody")}</>
            ) : (
              <ul lang="en">
                {writers.map((writer) => (
                  <li key={writer}>{writer}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
