import { useState } from "react";

/** What is chosen for a list, shown at once: the address follows when the list is drawn anew. */
export function useChosen(value: string, change: (value: string) => void) {
  const [chosen, setChosen] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setChosen(value);
  }
  const choose = (wanted: string) => {
    setChosen(wanted);
    change(wanted);
  };
  return { chosen, choose };
}
