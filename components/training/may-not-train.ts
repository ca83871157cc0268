/** Why training jobs and models are read-only. */
export const MAY_NOT_TRAIN = "Training models requires the member role on this project.";
