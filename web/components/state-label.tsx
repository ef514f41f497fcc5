import {
  RhUiCheckCircleFillIcon,
  RhUiErrorFillIcon,
  RhUiInformationFillIcon,
  RhUiNotificationFillIcon,
  RhUiWarningFillIcon,
} from "@patternfly/react-icons";
import type { ReactNode } from "react";

const icons = {
  success: <RhUiCheckCircleFillIcon />,
  warning: <RhUiWarningFillIcon />,
  danger: <RhUiErrorFillIcon />,
  info: <RhUiInformationFillIcon />,
  custom: <RhUiNotificationFillIcon />,
} as const;

/** How a state is looked upon. */
export type StateLook = keyof typeof icons;

/**
 * A state in a row of a list. It is drawn as PatternFly's label is, which measures its text after it was drawn: in a list the browser
 * then works out its styles once for each row.
 */
export function StateLabel({ look, children }: { readonly look: StateLook; readonly children: ReactNode }) {
  return (
    <span className={`pf-v6-c-label pf-m-filled pf-m-${look}`}>
      <span className="pf-v6-c-label__content">
        <span className="pf-v6-c-label__icon">{icons[look]}</span>
        <span className="pf-v6-c-label__text">{children}</span>
      </span>
    </span>
  );
}
