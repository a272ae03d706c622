//! State of a plan.

use sublevel::run_file::{NamedFile, RunFile};

/// Lists finished, unfinished and missing tasks of a plan; `tasks` are the names of their run files.
pub fn markdown(tasks: &[String], files: &[NamedFile]) -> String {
    let run = |task: &String| {
        files
            .iter()
            .find(|file| file.name == *task)
            .map(|file| &file.run)
    };
    let is_done = |run: &RunFile| run.unfinished.is_empty();
    let names = |wanted: &dyn Fn(Option<&RunFile>) -> bool| -> Vec<&str> {
        let found = tasks.iter().filter(|task| wanted(run(task)));
        found.map(String::as_str).collect()
    };
    let done = names(&|run| run.is_some_and(is_done)).len();
    let mut text = format!("{done} of {} tasks are finished.\n", tasks.len());
    for (title, names) in [
        (
            "Unfinished",
            names(&|run| run.is_some_and(|run| !is_done(run))),
        ),
        ("Missing", names(&|run| run.is_none())),
        ("Not in this plan", files_outside_plan(tasks, files)),
    ] {
        if !names.is_empty() {
            text += &format!("\n{title}: {}.\n", names.join(", "));
        }
    }
    text
}

/// Run files outside the plan.
fn files_outside_plan<'a>(tasks: &[String], files: &'a [NamedFile]) -> Vec<&'a str> {
    let others = files.iter().filter(|file| !tasks.contains(&file.name));
    others.map(|file| file.name.as_str()).collect()
}
