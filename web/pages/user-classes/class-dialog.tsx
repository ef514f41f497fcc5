import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { UserClass } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { userClassesPath } from "../../api/user-classes.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ClassFields, type EnteredClass } from "./class-fields.tsx";
import { ConditionTrial } from "./condition-trial.tsx";

interface ClassDialogProps {
  /** The user class to edit; undefined for a new one. */
  readonly userClass: UserClass | undefined;
  close(): void;
}

/** A dialog that creates or edits a user class; its condition can be tested first. */
export function ClassDialog({ userClass: opened, close }: ClassDialogProps) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  // The page keeps reading the class, but the dialog edits the version that was read when it was opened.
  const [userClass] = useState(opened);
  const [entered, setEntered] = useState(() => enteredOf(userClass));
  const { mutate, isPending, error } = useChanging([userClassesPath]);
  const [id, description, condition] = [entered.id.trim(), entered.description.trim(), entered.condition.trim()];
  const body = { description, condition: condition === "" ? null : condition };
  const isNew = userClass === undefined;
  const send = () =>
    isNew
      ? mutate(call("POST userClasses", { body: { id, ...body } }), {
          onSuccess: () => void navigate(paths.userClass(id)),
        })
      : mutate(call("PATCH userClasses()", { key: id, body, etag: etagOf(userClass) }), { onSuccess: () => close() });
  return (
    <FormDialog
      title={say(isNew ? "classes.add" : "class.edit")}
      of={userClass?.id}
      action={say(isNew ? "classes.add" : "action.save")}
      isReady={id !== "" && description !== ""}
      isPending={isPending}
      error={error}
      send={send}
      close={close}
    >
      <ClassFields
        entered={entered}
        isNew={isNew}
        error={error}
        change={(changed) => setEntered((before) => ({ ...before, ...changed }))}
      />
      {may("userclasses_post_trial") ? <ConditionTrial condition={condition} /> : null}
    </FormDialog>
  );
}

/** Returns the initial values of the fields. */
function enteredOf(userClass: UserClass | undefined): EnteredClass {
  const { id = "", description = "", condition = null } = userClass ?? {};
  return { id, description, condition: condition ?? "" };
}
