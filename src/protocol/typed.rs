//! Lists of numbers that reach the page as typed arrays.

use serde::{Serialize, Serializer};

macro_rules! typed_arrays {
    ($($name:ident, $text:literal, $number:ty;)*) => {$(
        #[doc = concat!("A list that crosses to JavaScript as one `", $text, "`.")]
        #[derive(Clone, Debug, Default, PartialEq)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "typescript", ts(type = $text))]
        pub struct $name(pub Vec<$number>);

        impl From<Vec<$number>> for $name {
            fn from(numbers: Vec<$number>) -> Self {
                Self(numbers)
            }
        }

        impl Serialize for $name {
            #[cfg(target_family = "wasm")]
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let array = js_sys::$name::from(&self.0[..]);
                serde_wasm_bindgen::preserve::serialize(&array, serializer)
            }

            #[cfg(not(target_family = "wasm"))]
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }
    )*};
}

typed_arrays! {
    Float32Array, "Float32Array", f32;
    Float64Array, "Float64Array", f64;
    Uint32Array, "Uint32Array", u32;
}
