//! WebGPU of a browser, in a worker.

use std::{
    future::poll_fn,
    pin::pin,
    sync::atomic::{AtomicBool, Ordering},
    task::Poll,
};

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::WorkerGlobalScope;

use super::{GpuError, Identity};

/// Time limit for an answer while a GPU is opened: a browser that finds one needs less, and one can wait for ever.
const SILENCE_SECONDS: u32 = 10;

/// Whether an answer was missing: this worker does not ask again.
static SILENT: AtomicBool = AtomicBool::new(false);

fn silent() -> GpuError {
    let limit = format!("this browser's WebGPU did not answer within {SILENCE_SECONDS} seconds");
    GpuError::NoAdapter(limit)
}

/// The answer of a GPU within the time limit.
pub async fn answered<T>(asked: impl Future<Output = T>) -> Result<T, GpuError> {
    let wait = |resolve: Function, _| {
        let start: Function = get(&js_sys::global(), "setTimeout").unchecked_into();
        let _ = start.call2(
            &JsValue::UNDEFINED,
            &resolve,
            &(1000 * SILENCE_SECONDS).into(),
        );
    };
    let mut late = pin!(JsFuture::from(Promise::new(&mut { wait })));
    let mut asked = pin!(asked);
    poll_fn(|context| {
        if let Poll::Ready(answer) = asked.as_mut().poll(context) {
            return Poll::Ready(Ok(answer));
        }
        late.as_mut().poll(context).map(|_| {
            SILENT.store(true, Ordering::Relaxed);
            Err(silent())
        })
    })
    .await
}

/// Requests an adapter from the worker's `navigator.gpu`.
pub async fn probe() -> Result<Identity, GpuError> {
    if SILENT.load(Ordering::Relaxed) {
        return Err(silent());
    }
    let none = |why: &str| GpuError::NoAdapter(why.into());
    let worker: WorkerGlobalScope = js_sys::global().unchecked_into();
    let gpu = get(&worker.navigator(), "gpu");
    let request: Function = get(&gpu, "requestAdapter")
        .dyn_into()
        .map_err(|_| none("this browser has no WebGPU"))?;
    let options = Object::new();
    let _ = Reflect::set(
        &options,
        &"powerPreference".into(),
        &"high-performance".into(),
    );
    let rejected = |_| none("this browser's WebGPU rejected the request for a GPU");
    let answer = request
        .call1(&gpu, &options)
        .and_then(|promise| promise.dyn_into::<Promise>())
        .map_err(rejected)?;
    let adapter = answered(JsFuture::from(answer)).await?.map_err(rejected)?;
    if adapter.is_null() || adapter.is_undefined() {
        return Err(none("this browser supports WebGPU but found no GPU"));
    }
    let info = get(&adapter, "info");
    let words: Vec<String> = ["description", "device", "architecture", "vendor"]
        .into_iter()
        .filter_map(|name| get(&info, name).as_string())
        .filter(|word| !word.is_empty())
        .collect();
    let name = words
        .first()
        .cloned()
        .unwrap_or_else(|| "unnamed adapter".into());
    let lower = words.join(" ").to_lowercase();
    let emulators = [
        "swiftshader",
        "llvmpipe",
        "lavapipe",
        "basic render",
        "warp",
    ];
    let software = get(&info, "isFallbackAdapter").is_truthy()
        || get(&adapter, "isFallbackAdapter").is_truthy()
        || emulators.iter().any(|emulator| lower.contains(emulator));
    Ok(Identity { name, software })
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}
