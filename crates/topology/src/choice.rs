//! Entries of the lists that the command line, the page and the documentation show.

use serde::Serialize;

/// One entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The word for it in configurations, in links and on the command line.
    pub id: &'static str,
    /// A few words for the page.
    pub label: &'static str,
    /// One line for the help of the command line and for the documentation.
    pub help: &'static str,
}

/// Declares an enum whose variants are the entries of a list: `Variant = "id", "label", "help";`. The order is that of forms.
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $id:literal, $label:literal, $help:literal;)+
        }
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        $(#[$meta])*
        pub enum $name {
            $(
                #[doc = $help]
                #[serde(rename = $id)]
                $(#[$variant_meta])*
                $variant,
            )+
        }

        impl $name {
            /// The entries, in the order of [`Self::ALL`].
            pub const CHOICES: &'static [$crate::choice::Choice] = &[
                $($crate::choice::Choice { id: $id, label: $label, help: $help },)+
            ];

            /// All values, in the order of forms.
            pub const ALL: [Self; [$($id),+].len()] = [$(Self::$variant),+];

            /// The entry of this value.
            pub fn choice(self) -> &'static $crate::choice::Choice {
                &Self::CHOICES[self as usize]
            }

            /// The word for this value in configurations, in links and on the command line.
            pub fn id(self) -> &'static str {
                self.choice().id
            }
        }
    };
}
