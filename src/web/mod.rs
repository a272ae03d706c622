//! The two WebAssembly modules of the page: conversions between JavaScript and the crate.
//!
//! Values cross as objects of [`crate::protocol`]. A call that fails throws an `Error` with a message for the user and changes
//! nothing.

#[cfg(feature = "training")]
mod convert;
#[cfg(not(feature = "training"))]
mod separation;
#[cfg(not(feature = "training"))]
mod topology;
#[cfg(feature = "training")]
mod training;

use js_sys::{Error, Object, Reflect};
use serde::Serialize;
#[cfg(feature = "training")]
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// Runs once when a module is loaded: panics reach the console with a message.
#[wasm_bindgen(start)]
pub fn start() {
    #[cfg(feature = "training")]
    training::start();
    console_error_panic_hook::set_once();
}

fn error(message: impl ToString) -> JsValue {
    Error::new(&message.to_string()).into()
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&plain).map_err(error)
}

#[cfg(feature = "training")]
fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(error)
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a field of a plain new object cannot fail.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}
