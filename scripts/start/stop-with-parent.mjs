// Loaded before `next start`: when the launcher dies, however it dies, its end of the channel closes and this process
// stops.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
