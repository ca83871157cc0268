/** A trained model by its name, and one of its checkpoints; the newest without a step. */
export type TrainedName = { project?: string; name: string; step?: number };

const PART = "[^/\\s]{1,200}";
/** As W&B's clients name a model for inference. */
const ARTIFACT = new RegExp(`^wandb-artifact:///(${PART}/${PART})/([^\\s]{1,400}?)(?::step(\\d{1,9})|:latest)?$`);
/** As model servers list checkpoints. */
const SERVED = new RegExp(`^(${PART}/${PART})/([^\\s]{1,400}):step(\\d{1,9})$`);
const OWN = /^([^\s]{1,400}?)(?::step(\d{1,9}))?$/;

/** The name of a checkpoint at model servers. */
export const servedName = (project: string, name: string, step: number) => `${project}/${name}:step${step}`;

/**
 * Reads `wandb-artifact:///E/P/NAME[:stepN]`, `E/P/NAME:stepN`, and the `NAME[:stepN]` of a model of the caller's own
 * project. Undefined for a text that can be none of them.
 */
export function readTrainedName(text: string): TrainedName | undefined {
  const [, project, name, step] = ARTIFACT.exec(text) ?? SERVED.exec(text) ?? [];
  if (project !== undefined && name !== undefined) return { project, name, ...stepOf(step) };
  const [, own, ownStep] = text.startsWith("wandb-artifact:") ? [] : (OWN.exec(text) ?? []);
  return own === undefined ? undefined : { name: own, ...stepOf(ownStep) };
}

/** The project of a checkpoint's name at model servers; undefined for the name of any other model. */
export function projectOfServed(id: string): string | undefined {
  return SERVED.exec(id)?.[1];
}

const stepOf = (text: string | undefined) => (text === undefined ? {} : { step: Number(text) });
