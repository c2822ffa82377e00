//! The sandbox by Debian's `bubblewrap`.

use crate::Plan;
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = "bwrap";

/// Of directories that only have to be there.
const SMALL: u64 = 1 << 20;

/// Everything but what is to be run.
fn sandbox(disk_bytes: u64) -> Command {
    let mut command = Command::new(PROGRAM);
    // The supervisor is the first process: when it ends, so does everything.
    command.args(["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--as-pid-1"]);
    command.args(["--new-session", "--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev"]);
    memory(&mut command, "/dev/shm", disk_bytes);
    // Settings of the machine are below /proc, and belong to its superuser, whom a sandbox of his own does not make another.
    command.args(["--remount-ro", "/dev", "--proc", "/proc", "--remount-ro", "/proc"]);
    memory(&mut command, "/tmp", disk_bytes);
    // Sockets of services, which could be talked to although nothing can be written.
    memory(&mut command, "/run", SMALL);
    command
}

fn memory(command: &mut Command, place: impl AsRef<Path>, bytes: u64) {
    command.arg("--size").arg(bytes.to_string()).arg("--tmpfs").arg(place.as_ref());
}

/// For a plan; the supervisor's own command line is to be added.
pub(crate) fn command(plan: &Plan) -> Command {
    let mut command = sandbox(plan.limits.disk_bytes);
    for path in plan.hidden() {
        command.arg("--ro-bind").args([path, path]);
    }
    for path in &plan.writable {
        command.arg("--bind").args([path, path]);
    }
    memory(&mut command, &plan.work, plan.limits.disk_bytes);
    memory(&mut command, &plan.reports, plan.limits.disk_bytes);
    command.arg("--chdir").arg("/").arg("--");
    command
}

pub(crate) fn works() -> bool {
    let mut command = sandbox(SMALL);
    command.args(["--", "/bin/true"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
