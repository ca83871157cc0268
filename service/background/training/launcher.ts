/** Files of a job's folder. */
export const JOB_FILES = {
  request: "request.json",
  job: "job.json",
  stdout: "stdout",
  stderr: "stderr",
  begun: "begun",
  exit: "exit",
  times: "times",
  stop: "stop",
} as const;

/** Content of `exit` if there is no such program. */
export const NO_PROGRAM = "no program";

/**
 * Runs a program and lives as long as it does, even if the service stops: `sh -c LAUNCHER sh <folder> <program>
 * <argument>…`. Of several launchers for one folder, the first to create `begun` runs the program. A signal to stop
 * reaches the program, which is in the same process group; the launcher still writes its exit code.
 */
export const LAUNCHER = `
folder=$1
shift
mask=$(umask)
umask 077
trap : TERM INT HUP
{ echo "$$"; cat "/proc/$$/stat" 2>/dev/null || ps -o lstart= -p "$$"; } > "$folder/${JOB_FILES.begun}.$$"
ln "$folder/${JOB_FILES.begun}.$$" "$folder/${JOB_FILES.begun}" 2>/dev/null || { rm -f "$folder/${JOB_FILES.begun}.$$"; exit; }
rm -f "$folder/${JOB_FILES.begun}.$$"
if command -v "$1" > /dev/null 2>&1; then
  (umask "$mask"; exec "$@") < /dev/null > "$folder/${JOB_FILES.stdout}" 2> "$folder/${JOB_FILES.stderr}"
  code=$?
else
  code="${NO_PROGRAM}"
fi
LC_ALL=C
times > "$folder/${JOB_FILES.times}"
echo "$code" > "$folder/${JOB_FILES.exit}.new"
mv "$folder/${JOB_FILES.exit}.new" "$folder/${JOB_FILES.exit}"
`;

/** CPU seconds of a shell's children, from the output of `times`: its second line, `0m1.50s 0m0.25s`. */
export function readTimes(text: string): number | undefined {
  const [, children = ""] = text.split("\n");
  const parts = [...children.matchAll(/(\d+)m(\d+[.,]?\d*)s/g)];
  if (parts.length !== 2) return undefined;
  return parts.reduce(
    (sum, [, minutes, seconds = ""]) => sum + Number(minutes) * 60 + Number(seconds.replace(",", ".")),
    0,
  );
}
