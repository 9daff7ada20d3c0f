//! How a type that is packed is written down: by its fields, or by its variants with their tags.

macro_rules! ids {
    ($($id:ident)*) => {$(
        impl $crate::lang::packed::Packed for $id {
            fn pack(&self, to: &mut Vec<u8>) {
                $crate::lang::packed::Packed::pack(&self.0, to);
            }

            fn unpack(from: &mut $crate::lang::packed::Reader<'_>) -> Self {
                Self($crate::lang::packed::Packed::unpack(from))
            }
        }
    )*};
}

macro_rules! structs {
    ($($shape:ident { $($field:ident)* })*) => {$(
        impl $crate::lang::packed::Packed for $shape {
            fn pack(&self, to: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $($crate::lang::packed::Packed::pack($field, to);)*
            }

            fn unpack(from: &mut $crate::lang::packed::Reader<'_>) -> Self {
                Self { $($field: $crate::lang::packed::Packed::unpack(from)),* }
            }
        }
    )*};
}

/// The variants of an enum with their tags. The last one also stands for a tag of another build.
macro_rules! enums {
    ($($shape:ident {
        $($tag:literal $variant:ident $({ $($field:ident)* })? $(($($item:ident)*))?,)*
        else $last:ident $({ $($last_field:ident)* })? $(($($last_item:ident)*))?
    })*) => {$(
        impl $crate::lang::packed::Packed for $shape {
            fn pack(&self, to: &mut Vec<u8>) {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($($item),*))? => {
                        to.push($tag);
                        $($($crate::lang::packed::Packed::pack($field, to);)*)?
                        $($($crate::lang::packed::Packed::pack($item, to);)*)?
                    })*
                    Self::$last $({ $($last_field),* })? $(($($last_item),*))? => {
                        to.push(u8::MAX);
                        $($($crate::lang::packed::Packed::pack($last_field, to);)*)?
                        $($($crate::lang::packed::Packed::pack($last_item, to);)*)?
                    }
                }
            }

            fn unpack(from: &mut $crate::lang::packed::Reader<'_>) -> Self {
                match from.byte() {
                    $($tag => {
                        $($(let $item = $crate::lang::packed::Packed::unpack(from);)*)?
                        Self::$variant $({ $($field: $crate::lang::packed::Packed::unpack(from)),* })? $(($($item),*))?
                    })*
                    _ => {
                        $($(let $last_item = $crate::lang::packed::Packed::unpack(from);)*)?
                        Self::$last $({ $($last_field: $crate::lang::packed::Packed::unpack(from)),* })? $(($($last_item),*))?
                    }
                }
            }
        }
    )*};
}

pub(crate) use {enums, ids, structs};
