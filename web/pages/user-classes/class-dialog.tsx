import { useState } from "react";
import { useNavigate } from "react-router";

import { useChanging } from "../../api/changing.ts";
import type { UserClass } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { userClassesPath, userClassPath } from "../../api/user-classes.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ClassFields, type EnteredClass } from "./class-fields.tsx";
import { ConditionTrial } from "./condition-trial.tsx";

interface ClassDialogProps {
  /** Undefined = a new one is made. */
  readonly userClass: UserClass | undefined;
  close(): void;
}

/** Makes a class, or changes one: its condition can be tried before. */
export function ClassDialog({ userClass: opened, close }: ClassDialogProps) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  // The page reads the class anew all the while: what was seen when the dialog was opened is what is changed.
  const [userClass] = useState(opened);
  const [entered, setEntered] = useState(() => enteredOf(userClass));
  const { mutate, isPending, error } = useChanging([userClassesPath]);
  const [id, description, condition] = [entered.id.trim(), entered.description.trim(), entered.condition.trim()];
  const body = { description, condition: condition === "" ? null : condition };
  const isNew = userClass === undefined;
  const send = () =>
    isNew
      ? mutate(
          { method: "POST", path: userClassesPath, body: { id, ...body } },
          { onSuccess: () => void navigate(paths.userClass(id)) },
        )
      : mutate(
          { method: "PATCH", path: userClassPath(id), body, etag: etagOf(userClass) },
          { onSuccess: () => close() },
        );
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

/** What stands in the fields at first. */
function enteredOf(userClass: UserClass | undefined): EnteredClass {
  const { id = "", description = "", condition = null } = userClass ?? {};
  return { id, description, condition: condition ?? "" };
}
