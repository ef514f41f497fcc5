import { useState } from "react";

/** Holds a selection for a list and shows it at once; the address follows when the list renders again. */
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
