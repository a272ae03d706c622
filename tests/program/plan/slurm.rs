//! A plan as a Slurm array job on a temporary one-computer cluster.

use std::env;
use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{SMALL, folds};
use crate::needs::{Need, lacks};
use crate::support::{TIMEOUT, stderr, sublevel};

/// The configuration of the daemons. The cluster has one user, so it needs no authentication.
const CONFIGURATION: &str = "
ClusterName=one
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=CONTROLLER_PORT
SlurmdPort=NODE_PORT
SlurmUser=USER
SlurmdUser=USER
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
StateSaveLocation=FOLDER/state
SlurmdSpoolDir=FOLDER/spool
SlurmctldPidFile=FOLDER/controller.pid
SlurmdPidFile=FOLDER/node.pid
NodeName=localhost NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=CORES RealMemory=4096 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
";

/// The two Slurm daemons. Dropping the value ends them.
struct Cluster<'a> {
    folder: &'a Path,
    daemons: Vec<Child>,
}

impl<'a> Cluster<'a> {
    fn start(folder: &'a Path) -> Self {
        for name in ["state", "spool"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let ports = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [controller, node] = ports.map(|port| port.local_addr().unwrap().port().to_string());
        let user = Command::new("id").arg("-un").output().unwrap().stdout;
        let cores = std::thread::available_parallelism().unwrap();
        let configuration = CONFIGURATION
            .replace("CONTROLLER_PORT", &controller)
            .replace("NODE_PORT", &node)
            .replace("USER", String::from_utf8(user).unwrap().trim())
            .replace("CORES", &cores.to_string())
            .replace("FOLDER", folder.to_str().unwrap());
        fs::write(folder.join("slurm.conf"), configuration).unwrap();
        let mut cluster = Self {
            folder,
            daemons: Vec::new(),
        };
        for daemon in [
            &["slurmctld", "-D"][..],
            &["slurmd", "-D", "-N", "localhost"],
        ] {
            let log = File::create(folder.join(daemon[0]).with_extension("log")).unwrap();
            let mut command = cluster.command(daemon[0]);
            command
                .args(&daemon[1..])
                .stdout(log.try_clone().unwrap())
                .stderr(log);
            cluster.daemons.push(command.spawn().unwrap());
        }
        cluster.wait("is idle", || {
            cluster.says("sinfo", &["-h", "-o", "%T"]) == "idle"
        });
        cluster
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command.current_dir(self.folder);
        command
    }

    /// The output of a Slurm program.
    fn says(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.command(program).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn wait(&self, what: &str, is_so: impl Fn() -> bool) {
        let started = Instant::now();
        while !is_so() {
            let logs = || {
                ["slurmctld.log", "slurmd.log"].map(|log| fs::read_to_string(self.folder.join(log)))
            };
            assert!(started.elapsed() < TIMEOUT, "not {what}: {:?}", logs());
            sleep(Duration::from_millis(100));
        }
    }

    /// Submits an array job and waits until no task is left.
    fn run(&self, script: &str, environment: &[(&str, &str)]) {
        let mut command = self.command("sbatch");
        let submitted = command
            .arg(script)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        assert!(submitted.status.success(), "{}", stderr(&submitted));
        self.wait("done", || {
            let left = self.says("squeue", &["-h", "-o", "%i %r"]);
            for task in left
                .lines()
                .filter_map(|line| line.strip_suffix(" BeginTime"))
            {
                // Slurm starts a requeued task after two minutes, or on request.
                self.says(
                    "scontrol",
                    &["update", &format!("JobId={task}"), "StartTime=now"],
                );
            }
            left.is_empty()
        });
    }
}

impl Drop for Cluster<'_> {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = Command::new("kill").arg(daemon.id().to_string()).status();
            let _ = daemon.wait();
        }
    }
}

/// Replaces the program: Slurm requeues the first process for fold 2 while it trains, and the one for fold 3 is killed,
/// as if it had exceeded its memory.
const BREAKS_OFF: &str = r#"#!/bin/sh
for out; do :; done
if [ "$SLURM_ARRAY_TASK_ID" -gt 1 ] && [ ! -e "$out.started" ]; then
    touch "$out.started"
    "$PROGRAM" "$@" &
    while [ ! -e "$out.lock" ]; do sleep 0.02; done
    sleep 0.2
    case $SLURM_ARRAY_TASK_ID in
    2) scontrol requeue "$SLURM_JOB_ID" ;;
    3) kill -KILL $! ;;
    esac
    wait $!
    exit 1
fi
exec "$PROGRAM" "$@"
"#;

/// The script of `docs/cluster.md`, for three tasks.
fn script() -> String {
    let page = include_str!("../../../docs/cluster.md");
    let (_, script) = page
        .split_once("```sh no-run=cluster\n#!/bin/bash\n#SBATCH")
        .unwrap();
    let (script, _) = script.split_once("```").unwrap();
    format!("#!/bin/bash\n#SBATCH{script}").replace("--array=1-20", "--array=1-3")
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_slurm_array_with_two_interrupted_tasks_matches_one_process() {
    if lacks(&[Need::Slurm]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["bin", "runs"] {
        fs::create_dir_all(at(name)).unwrap();
    }
    fs::write(at("bin/sublevel"), BREAKS_OFF).unwrap();
    fs::set_permissions(at("bin/sublevel"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(at("array.sh"), script()).unwrap();
    let run = |arguments: &[&str]| {
        let output = sublevel()
            .args(arguments)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        output.stdout
    };
    let data = ["--data", "cycles-and-trees", "--folds", "3"];
    let tasks = run(&[&["plan"], &data[..], &["--out", "runs", "--"], &SMALL].concat());
    fs::write(at("plan.txt"), tasks).unwrap();
    let file = |fold: usize| format!("runs/cycles-and-trees-gfl-seed-0-fold-{fold}.json");
    let report = || {
        let files = (1..=3).map(file).filter(|name| at(name).exists());
        let files: Vec<String> = files.collect();
        let files = files.iter().map(String::as_str);
        let options = ["report", "--plan", "plan.txt", "--out", "report"];
        run(&options.into_iter().chain(files).collect::<Vec<_>>());
        fs::read_to_string(at("report/report.md")).unwrap()
    };

    let cluster = Cluster::start(folder.path());
    let path = format!("{}:{}", at("bin").display(), env::var("PATH").unwrap());
    let environment = [
        ("PATH", path.as_str()),
        ("PROGRAM", env!("CARGO_BIN_EXE_sublevel")),
    ];
    cluster.run("array.sh", &environment);
    let some = report();
    assert!(some.contains("2 of 3 tasks are finished."), "{some}");
    cluster.run("array.sh", &environment);
    let all = report();
    assert!(all.contains("3 of 3 tasks are finished."), "{all}");

    run(&[&["train"], &data[..], &["--out", "joint.json"], &SMALL].concat());
    let joint = folds(&at("joint.json"));
    assert_eq!(joint.len(), 3);
    for (fold, whole) in (1..).zip(&joint) {
        assert_eq!(
            folds(&at(&file(fold))),
            std::slice::from_ref(whole),
            "fold {fold}"
        );
    }
}
